-- Uploaded pictures of badges, shop items and the logo, each once in a company.
create table pictures (
  company_id bigint not null references companies (company_id) deferrable,
  -- Of the content, with a secret of the company: nobody tells from an address what another company has.
  hash bytea not null check (length(hash) = 32),
  type text collate "C" not null check (type in ('png', 'jpg', 'webp')),
  size bigint not null check (size between 1 and 1100000),
  content bytea not null check (length(content) = size),
  primary key (company_id, hash)
);
create index pictures_by_hash on pictures (hash);

alter table companies add column picture_secret bytea check (length(picture_secret) = 32);
-- The path of a picture.
alter table companies add column logo text collate "C" check (length(logo) between 1 and 100);
