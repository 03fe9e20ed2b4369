-- A back office changes these records again and again, mostly in columns without an index. Where a page has room for the new version of a row,
-- no index gets an entry, and the old version is cleaned when the page is read. Pages that are full already stay so until their rows change.
alter table job set (fillfactor = 70);
alter table task set (fillfactor = 70);
alter table time_entry set (fillfactor = 70);
