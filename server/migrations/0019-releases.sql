-- One column stores the state of a release: 1 draft, 2 published (scheduled until the release time), 4 withdrawn.
update press_release set status = case when is_published = 1 then 2 else 1 end;
update file_release set status = case when is_published = 1 then 2 else 1 end;
alter table press_release drop column is_published, alter column release_time drop not null, add column attach_ids bigint[],
  add check (status in (1, 2, 4) and (status <> 2 or release_time is not null));
alter table file_release drop column is_published, alter column release_time drop not null,
  add check (status in (1, 2, 4) and (status <> 2 or release_time is not null));

-- Existing article texts are plain, with blank lines between paragraphs. The new format is HTML.
update press_release set connect = '<p>' || regexp_replace(
  regexp_replace(
    replace(replace(replace(btrim(connect, E' \t\r\n'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    E'(\r?\n[ \t]*){2,}', '</p><p>', 'g'),
  E'\r?\n', '<br />', 'g') || '</p>';

-- The ids of the pictures in a text. A picture is public as long as a text that contains it is public.
create function pictures_in(html text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(found[1]::bigint), '{}')
  from regexp_matches(html, '<img (?:[a-z]+="[^"]*" )*src="/api/caict-resource/attach/download\?id=([0-8]?\d{1,18})["&]', 'g') found $$;
create index press_release_pictures on press_release using gin (pictures_in(connect)) where is_deleted = 0;
create index press_release_attachments on press_release using gin (attach_ids) where is_deleted = 0;

-- Public pages are cached until news change (server/news/stamp.ts).
insert into epoch (name) values ('news');
create trigger column_counts after insert or update or delete or truncate on "column" execute function count_epoch('news');
create trigger press_release_counts after insert or update or delete or truncate on press_release execute function count_epoch('news');
create trigger file_release_counts after insert or update or delete or truncate on file_release execute function count_epoch('news');
