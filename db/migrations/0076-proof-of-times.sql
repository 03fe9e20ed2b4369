-- Reads both tables once, while others read and write them.
alter table change validate constraint change_till;
alter table delivery validate constraint delivery_till;
