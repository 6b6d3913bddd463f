-- fragment: of_company
company_id = :companyId

-- fragment: of_company_and_parent
-- A sandbox shows the sign-in domains of its company.
company_id in (:companyId, (select live_company_id from companies where company_id = :companyId))

-- fragment: run_to_approve
company_id = :companyId
  and json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null

-- fragment: of_run_to_approve
company_id = :companyId and entry in (select entry from sync_runs where {{run_to_approve}})

-- fragment: release_all
update companies set held_until = null
