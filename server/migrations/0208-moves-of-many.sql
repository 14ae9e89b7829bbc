-- Whether a step was one of many made by one act (docs/decisions/0147).
alter table declaration_move add column is_bulk boolean not null default false;
