-- Who approves registered time: the back office, as ever, or team leads. In the second case the service itself takes submitted entries in.
alter table tenant add column time_approval text not null default 'backOffice' check (time_approval in ('backOffice', 'teamLead'));
