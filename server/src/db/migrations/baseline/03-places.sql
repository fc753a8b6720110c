-- Places have two sides in separate tables: the public one (`public_point`, `area_label`), and the exact one, which one
-- function reads, and only for its owner or the holder of a grant.

-- Holds only what places are compared by, so that a small move of the pin never moves the public point.
create table place (
  id uuid primary key,
  person_id uuid not null references person on delete cascade, -- person: goes; export: places
  kind text not null check (kind in ('home', 'business')),
  address text not null default '',
  -- neither for a business that gives only its address, and a person who names only a neighborhood
  exact_point point,
  public_point point,
  area_label text not null,
  created_at timestamptz not null,
  constraint place_both_points check ((exact_point is null) = (public_point is null))
);
create index place_person on place (person_id);
create index place_public_point on place using gist (public_point);

alter table person
  add foreign key (place_id) references place on delete set null,
  add foreign key (former_place_id) references place on delete set null;

create table exact_location (
  subject_type text not null check (subject_type in ('listing', 'request', 'profile')),
  subject_id uuid not null,
  owner_id uuid not null references person on delete cascade, -- person: goes; export: places
  exact_point point,
  address text not null,
  instructions text not null default '',
  phone text,
  primary key (subject_type, subject_id)
);

create table place_grant (
  subject_type text not null,
  subject_id uuid not null,
  viewer_id uuid not null references person on delete cascade, -- person: goes; export: of others’ places
  granted_at timestamptz not null,
  until timestamptz not null default 'infinity',
  primary key (subject_type, subject_id, viewer_id),
  foreign key (subject_type, subject_id) references exact_location on delete cascade
);
create index place_grant_ended on place_grant (until) where until < 'infinity';

-- One row: the grid that the stored public points were computed with. It is fixed once a home is stored.
create table public_grid (
  is_only boolean primary key default true check (is_only),
  cell_m integer not null
);
