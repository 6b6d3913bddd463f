-- fragment: rows
-- The table that rows(:NAME) stands for in a statement, with the columns of that parameter's shape.
(select key as position, COLUMNS from jsonb_each(:NAME))

-- fragment: postgres_rows
(select position - 1 as position, COLUMNS from jsonb_array_elements(PARAMETER::jsonb) with ordinality as element (value, position))
