#!/bin/bash
sed -E 's/(sk-[A-Za-z0-9]{20,}|ghp_[A-Za-z0-9]{36})/[redacted]/g'
