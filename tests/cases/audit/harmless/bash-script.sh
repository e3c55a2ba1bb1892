bash ./run.sh --once
