"""A small client of the Openslot API. Standard library only, Python 3.9 or newer: copy this file into your project."""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

PAUSES = (0.5, 1, 2, 4, 8, 15)
LONGEST_PAUSE = 60


class ApiError(Exception):
    """An error response. Nothing was stored, unless `is_outcome_unknown`."""

    def __init__(self, status, failure, retry_after=0):
        rejected = next((r for r in failure.get("results", []) if r.get("outcome") == "rejected"), {})
        super().__init__(rejected.get("message") or failure.get("Description") or "request refused")
        self.status = status
        self.code = failure.get("Code")
        self.parameter = failure.get("parameter") or rejected.get("parameter")
        self.index = rejected.get("index")
        self.request_id = failure.get("requestId")
        self.is_outcome_unknown = failure.get("outcome") == "unknown"
        self.retry_after = retry_after


class Client:
    """`client.send("GET", "/job", query={"limit": 10})` returns the JSON of the response."""

    def __init__(self, url, api_key, timeout=60):
        self._url = url.rstrip("/")
        self._headers = {"X-API-KEY": api_key, "Accept": "application/json"}
        self._timeout = timeout

    def send(self, method, path, body=None, query=None, version=None, accepts_key=True):
        """One key for all attempts: a write whose response was lost is repeated and has its effect once.

        Set `accepts_key` to False for the few POST routes that take no Idempotency-Key; they are not repeated after a lost response.
        """
        return self._retried(method, path, body, query, version, accepts_key)[0]

    def records(self, path, query=None, page_size=500):
        """All records of a list, page by page."""
        page = 1
        while True:
            paged = {**(query or {}), "page": page, "limit": page_size}
            found, headers = self._retried("GET", path, None, paged, None, True)
            yield from found
            if len(found) < page_size or page * page_size >= int(headers.get("X-Total-Count") or page * page_size + 1):
                return
            page += 1

    def changes(self, after, wait=0):
        """The change log after a number. With `wait` (seconds, below the timeout) also changes to come, without an end."""
        while True:
            page = self.send("GET", "/changes", query={"after": after, "wait": wait})
            yield from page["changes"]
            after = page["next"]
            if not wait and after >= page["last"]:
                return

    def _retried(self, method, path, body, query, version, accepts_key):
        may_repeat = method == "GET" or accepts_key
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        if method != "GET" and accepts_key:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        address = self._url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        data = None if body is None else json.dumps(body).encode()
        for pause in (*PAUSES, None):
            wanted = 0
            try:
                request = urllib.request.Request(address, data=data, headers=headers, method=method)
                with urllib.request.urlopen(request, timeout=self._timeout) as response:
                    text = response.read()
                    return (json.loads(text) if text else None), response.headers
            except urllib.error.HTTPError as error:
                failed = _error_of(error)
                refused_for_now = failed.status in (429, 503) and not failed.is_outcome_unknown
                unclear = failed.status in (502, 503, 504) or failed.is_outcome_unknown or failed.code == "REQ018"
                wanted = failed.retry_after
                if pause is None or wanted > LONGEST_PAUSE or not (refused_for_now or (may_repeat and unclear)):
                    raise failed from None
            except (urllib.error.URLError, OSError, http.client.HTTPException):
                # The connection was refused or lost, or the service did not answer in time.
                if pause is None or not may_repeat:
                    raise
            time.sleep(wanted + pause * random.uniform(0.5, 1))


def _error_of(error):
    try:
        failure = json.loads(error.read())
    except ValueError:
        failure = {}
    after = error.headers.get("Retry-After") or "0"
    return ApiError(error.code, failure, int(after) if after.isdigit() else 0)


def call(procedure, **values):
    """A call of POST /import: it names the parameters of a procedure and gives their values in the same order."""
    return {
        "StoredProcedureName": procedure,
        "ParameterNames": list(values),
        "ParameterValues": list(values.values()),
    }
