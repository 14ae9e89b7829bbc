-- Clients state the lifetimes that apply (contract/session-lifetime.ts): no token outlives the 12 hours of its session.
update client set access_token_validity = least(greatest(access_token_validity, 300), 43200);
update client set refresh_token_validity = least(greatest(refresh_token_validity, access_token_validity), 43200);

-- How often the tokens of a session were refreshed. It is limited, so that every old refresh token is recognised.
alter table session add column refreshes integer not null default 0;
