-- A change that takes earlier changes of the same record back names them.
alter table change add column undoes bigint[];
