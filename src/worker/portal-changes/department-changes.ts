import * as v from 'valibot';
import { failure } from '../../domain/errors.ts';
import {
  archiveDepartment,
  createDepartment,
  moveDepartment,
  renameDepartment,
  requireDepartment,
  restoreDepartment,
} from '../../service/departments/departments.ts';
import { mergeDepartments } from '../../service/departments/merge-departments.ts';
import { change, text } from './change.ts';

const id = v.nullable(text);
const one = v.object({ department: text });

/** What is decided about departments. A change says what its form has shown, so that nobody undoes what they did not see. */
export const DEPARTMENT_CHANGES = {
  createDepartment: change(
    v.object({ name: text, external_id: id, parent: id }),
    (write, input, { departmentLimit }) => createDepartment(write, input, departmentLimit),
  ),
  renameDepartment: change(
    v.object({ department: text, name: text, was: text }),
    (write, { department, name, was }) => {
      const before = requireDepartment(write.db, write.companyId, department);
      if (before.name !== was) throw failure('department_renamed', { name: before.name });
      return renameDepartment(write, department, name);
    },
  ),
  moveDepartment: change(
    v.object({ department: text, parent: id, was: id }),
    (write, { department, parent, was }) => {
      const before = requireDepartment(write.db, write.companyId, department);
      if (before.parentId !== was) throw failure('department_moved');
      return moveDepartment(write, department, parent);
    },
  ),
  archiveDepartment: change(one, (write, { department }) => archiveDepartment(write, department)),
  restoreDepartment: change(one, (write, { department }, { departmentLimit }) =>
    restoreDepartment(write, department, departmentLimit),
  ),
  mergeDepartments: change(
    v.object({ department: text, into: text, people: v.number() }),
    (write, { department, into, people }) => {
      const merge = mergeDepartments(write, department, into);
      if (merge.moved.active !== people) {
        throw failure('department_people_changed', { count: merge.moved.active });
      }
      return merge;
    },
  ),
};
