enum K { A }
export default () => K.A;
