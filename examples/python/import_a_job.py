"""Sends a job and its task in one batch, then reads them back.

    OPENSLOT_API_KEY=os_... python3 examples/python/import_a_job.py

Run it twice: the second time every call is `unchanged`, because nothing differs from what is stored.
"""

import os
import sys

from openslot import ApiError, Client, call

key = os.environ.get("OPENSLOT_API_KEY")
if not key:
    sys.exit("Set OPENSLOT_API_KEY to an API key of your tenant.")
client = Client(os.environ.get("OPENSLOT_URL", "http://127.0.0.1:8080"), key)

job = {"SourceApp": "ERP", "SourceType": "SERVICE", "JobNo": "J-1001"}
answer = client.send(
    "POST",
    "/import",
    [
        call("mboc_upsertJob", **job, ShortDescription="Pump maintenance", SiteCity="Ghent", SiteCountry="BE"),
        call("mboc_upsertTask", **job, TaskNo="T-1", ShortDescription="Replace the seal", DurationInSeconds=7200),
    ],
)
for result in answer["results"]:
    print(f"{result['procedure']}  {result['key']}  {result['outcome']}")

for task in client.records("/task", {"jobNo": "J-1001", "sort": "taskNo"}, page_size=1):
    hours = task["durationInSeconds"] / 3600
    print(f"{task['taskNo']}: {task['shortDescription']}, {hours:g} h, version {task['version']}")

try:
    client.send("PUT", "/job", {"sourceApp": "ERP", "sourceType": "SERVICE", "jobNo": "J-1001"}, version=99)
except ApiError as error:
    print(f"refused as it should be: {error.status} {error.code}")
