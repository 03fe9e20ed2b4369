-- Entries of a period move together: all rows of a page change in one transaction, and none of the old versions can be cleaned before it ends.
-- A page that is filled by half has room for a new version of each. Pages that are full already stay so until their rows change.
alter table time_entry set (fillfactor = 50);
