-- The desk of an officer of a city reads the figures of its city, each on a page of its own, and the listed projects of all places
-- (docs/decisions/0139). Now an index has what is read of declarations, and the places have an index by region.
drop index declaration_city_figure_city;
create index declaration_city_figure_city on declaration_city_figure (tenant_id, (left(city, 4)))
  include (city, declare_status, stage_name, stage_name_en, declarations, month, furthest_stage, province);
create index library_place_figure_city on library_place_figure (tenant_id, (left(city, 4)));
create index library_place_figure_province on library_place_figure (tenant_id, (left(city, 2)));
analyze declaration_city_figure, library_place_figure;
