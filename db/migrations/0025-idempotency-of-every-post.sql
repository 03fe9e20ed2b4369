-- Which credential used the key: nobody else gets its answer. Rows with a caller hold their answer sealed; those of earlier versions have no
-- caller and hold it as plain text. They expire within a day.
alter table idempotency add column caller text;
