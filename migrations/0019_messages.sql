-- Browsers that take web push, each by the person who was signed in when it was turned on.
create table push_subscriptions (
    -- SHA-256 of the endpoint
    id text primary key,
    person_id text not null,
    -- pushes end with the session they were turned on in
    session_id text not null,
    endpoint text not null,
    -- the browser's P-256 key and its secret, base64url
    public_key text not null,
    auth_secret text not null,
    created_at bigint not null
);
create index push_subscriptions_by_person on push_subscriptions (person_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- What people said about the messages that can be switched off; without a row a message is on.
create table message_choices (
    person_id text not null,
    -- `completed`, `suggested_time`, `offers`, `unread_chat`
    choice text not null,
    is_on bigint not null,
    changed_at bigint not null,
    primary key (person_id, choice)
);
