-- Names and addresses with a character that Unicode would replace by one of ASCII, as U+212A by K, get another folded form:
-- src/store/migration-steps.ts computes it.
select 1;
