-- What is created without a colour gets the neutral one of the board.
update time_marker set color = '#8795A5' where color is null;
alter table time_marker alter column color set default '#8795A5', alter column color set not null;
update pin set color = '#8795A5' where color is null;
alter table pin alter column color set default '#8795A5', alter column color set not null;
alter table category alter column color set default '#8795A5';

-- An action needs its address only: it is one of the planning board, and a GET request.
alter table action_uri alter column uri_type set default 0;
update action_uri set request_type = 1 where request_type is null;
alter table action_uri alter column request_type set default 1, alter column request_type set not null;

-- A calendar may be assigned to a resource without a beginning and without an end.
alter table resource_calendar alter column start_date set default '1900-01-01T00:00:00.000Z',
  alter column end_date set default '9999-12-31T00:00:00.000Z';

alter table resource
  add column free_decimal6 numeric(18,6) not null default 0,
  add column free_decimal7 numeric(18,6) not null default 0,
  add column free_decimal8 numeric(18,6) not null default 0,
  add column free_decimal9 numeric(18,6) not null default 0,
  add column free_decimal10 numeric(18,6) not null default 0;

-- Sent by clients of the user route; kept and returned.
alter table app_user add column name text, add column type jsonb;
