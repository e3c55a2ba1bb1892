export default (e => {
