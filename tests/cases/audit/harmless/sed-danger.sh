sed -i 's#rm -rf /#echo blocked#g' script.txt
