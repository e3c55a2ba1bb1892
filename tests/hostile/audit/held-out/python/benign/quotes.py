import random
print(random.choice(["Small steps.", "Read the error.", "Take a break."]))
