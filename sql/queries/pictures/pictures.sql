-- name: find_secret :one
select picture_secret as secret from companies where company_id = :companyId;

-- name: set_secret :exec
update companies set picture_secret = :secret where company_id = :companyId;

-- name: is_kept :one
select type from pictures where company_id = :companyId and hash = :hash;

-- name: find_by_hash :one
select type, content from pictures where hash = :hash;

-- name: total :one
-- scans pictures: those of a company, when one is added.
select coalesce(sum(size), 0) as bytes from pictures where company_id = :companyId;

-- name: keep :exec
insert into pictures (company_id, hash, type, size, content) values (:companyId, :hash, :type, :size, :content);

-- name: remove_unused :exec
delete from pictures
where company_id = :companyId and hash = :hash
  and not exists (select 1 from badges where company_id = :companyId and icon_url = :path)
  and not exists (select 1 from shop_items where company_id = :companyId and image_url = :path)
  and not exists (select 1 from companies where company_id = :companyId and logo = :path);

-- name: delete_all :exec
-- scans pictures: a sandbox is reset, or a company deleted.
delete from pictures where company_id = :companyId;

-- name: find_logo :one
select logo from companies
where company_id = coalesce((select live_company_id from companies where company_id = :companyId), :companyId);

-- name: set_logo :exec
update companies set logo = :logo where company_id = :companyId;
