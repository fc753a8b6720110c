-- A person may act while their account is being closed. A new row of theirs waits for the closing to end and is refused
-- (`P0401`); rows that others would create for them are dropped.
do $do$
declare
  rule record;
  refusal constant text := 'raise exception using errcode = ''P0401''';
  drop_it constant text := 'return null';
begin
  for rule in
    select name, owner, name || '_' || owner || '_open' as trigger, answer
    from (values
      ('food_listing', 'donor_id', refusal),
      ('handover', 'receiver_id', refusal),
      ('message', 'sender_id', refusal),
      ('place', 'person_id', refusal),
      ('photo', 'owner_id', refusal),
      ('block', 'blocker_id', refusal),
      ('report', 'reporter_id', refusal),
      ('session', 'person_id', refusal),
      ('credential', 'person_id', refusal),
      ('calendar_feed', 'person_id', refusal),
      ('donation', 'person_id', refusal),
      ('notification', 'person_id', drop_it),
      ('block', 'blocked_id', drop_it)
    ) as given (name, owner, answer)
  loop
    execute format(
      'create function %I() returns trigger language plpgsql as $$
      begin
        if person_is_closed(new.%I) then %s; end if;
        return new;
      end $$', rule.trigger, rule.owner, rule.answer);
    execute format(
      'create trigger %I before insert on %I for each row execute function %I()',
      rule.trigger, rule.name, rule.trigger);
  end loop;
end $do$;

create function mail_person_open() returns trigger language plpgsql as $$
begin
  if person_is_closed(new.person_id) then return null; end if;
  return new;
end $$;
create trigger mail_person_open before insert on queued_mail
  for each row execute function mail_person_open();
create trigger mail_person_open before insert on notification_settings
  for each row execute function mail_person_open();
create trigger mail_person_open before insert on mail_count
  for each row execute function mail_person_open();
