import type { Html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import type { Fields, Form } from './form.ts';
import { type Written, writeForm } from './write-form.ts';

/** A form whose fields stand in the address: filters above a list, or a search. */
export const filterForm = <F extends Fields>(
  t: Messages,
  form: Form<F>,
  written: Pick<Written<F>, 'action' | 'values' | 'options' | 'left' | 'above'>,
): Html => writeForm(form, { ...written, t, isQuery: true, refusal: undefined, kind: '' });
