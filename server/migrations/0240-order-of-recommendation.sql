-- In which order an office recommends the declarations of its place in a batch (docs/decisions/0157): their ids in that order, so that no
-- place is given twice. What came after it was saved is not among them; what has left the batch is passed over.
create table recommendation_order (
  batch_id bigint not null,
  region text not null,
  declarations bigint[] not null,
  version integer not null default 1,
  update_user bigint,
  update_time timestamptz not null default now(),
  primary key (batch_id, region)
);
