import boto3, datetime, os
s3 = boto3.client("s3")
s3.upload_file("report.html", os.environ["REPORT_BUCKET"], f"{datetime.date.today()}.html")
