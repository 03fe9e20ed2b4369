-- What the maker of a feed saw when it was made. It holds once the user is deleted; until then the user's data filters of now do.
alter table calendar_feed add column visibility jsonb;
