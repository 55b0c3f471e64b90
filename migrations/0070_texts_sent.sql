-- How many texts were sent in each hour (since 1970): each costs money, and there is a ceiling for the hour and for the day.
create table texts_sent (
  hour bigint primary key,
  texts bigint not null
);
