-- name: create :exec
insert into deployment (id, cursor_key, created_at) values (1, :cursorKey, :now);

-- name: find :one
select cursor_key as cursorKey, created_at as createdAt from deployment where id = 1;

-- name: touch :exec
update deployment set created_at = created_at where id = 1;
