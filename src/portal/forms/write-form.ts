import { randomUUID } from 'node:crypto';
import { type Html, html, isHtml } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import {
  type Fields,
  type FieldText,
  type Form,
  idOf,
  type LinesText,
  type PartOf,
  type SeenField,
  type Values,
} from './form.ts';
import { isLines, type Kind, type Lines, nameInLine } from './kinds.ts';
import { FORM_ID, SEEN } from './read-form.ts';
import type { Refusal } from './refused.ts';
import { attribute, type Choices, hiddenField, writeBare, writeControl } from './write-field.ts';

/** What a page says of one of its forms. */
export type Written<F extends Fields> = {
  t: Messages;
  /** Where it is sent. */
  action: string;
  /** Whether it asks for a page, with its fields in the address. */
  isQuery?: boolean;
  /** What its action refused just now. */
  refusal: Refusal | undefined;
  /** What its fields hold at first. */
  values?: Partial<Values<F>>;
  /** Whether it changes what is on record: then it sends what its fields held, so that only what somebody changed is written. */
  isChange?: boolean;
  /** What the page offers in a field to pick from. */
  options?: { readonly [Name in SeenField<F> | PartOf<F>]?: Choices };
  /** Texts of fields that depend on what the page shows. */
  fields?: { readonly [Name in SeenField<F>]?: FieldText };
  /** The id of the form whose fields it sends along. */
  formId?: string | undefined;
  /** Above its fields. */
  above?: Html;
  /** Below its button. */
  below?: Html;
  /** The name of the button, if it depends on what the page shows. */
  button?: string | Html;
  /** The classes of its button: `pri` for the main one of the page, `bad` for one that takes away, `kill` for one that does so for good. */
  kind?: string;
  /** Its buttons, where it has others than the one: each does something else with the same fields. */
  buttons?: readonly FormButton[];
  /** Its id, where fields elsewhere on the page are sent with it. */
  id?: string;
  /** Where the link beside the button leads. */
  cancel?: string;
  /** Beside its button. */
  beside?: Html;
  /** Fields that it does not have this time. */
  left?: readonly (keyof F)[];
  /** The field that has the cursor at first. */
  focus?: SeenField<F>;
};

/** One of several buttons of a form. */
export type FormButton = {
  label: string | Html;
  /** As of the button of a form. */
  kind?: string;
  /** Its classes, where it looks like no button. */
  className?: string;
  /** Where it sends the form as a change, if that is not where the form is sent. */
  post?: string;
  /** Where it sends the fields of a form that asks for a page, if that is another page. */
  to?: string;
  /** What it sends along. */
  value?: readonly [name: string, value: string];
  /** What a sign in place of words stands for. */
  title?: string;
  /** Of one that stays pressed, whether it is. */
  isPressed?: boolean;
};

/** A form, after a refusal with what was typed and what is wrong with it. */
export function writeForm<F extends Fields>(form: Form<F>, written: Written<F>): Html {
  const { t, refusal, kind = 'pri', cancel } = written;
  const texts = form.texts(t);
  const names = Object.keys(form.fields).filter(
    (name) => !written.left?.some((one) => one === name),
  );
  const isOf = (group: readonly string[]) => (name: string) => group.includes(name);
  const groups = form.groups?.map((group, at) => {
    const fields = writeFields(form, names.filter(isOf(group)), written);
    return fields.length === 0 ? html`` : writeGroup(form, at, texts.groups?.[at] ?? '', fields);
  });
  const grouped = form.groups?.flat() ?? [];
  const alone = names.filter((name) => !isOf(grouped)(name));
  const fields = [...writeFields(form, alone, written), ...(groups ?? [])];
  const formId = written.isQuery
    ? ''
    : hiddenField(FORM_ID, written.formId ?? refusal?.values[FORM_ID] ?? randomUUID());
  const own = { label: written.button ?? texts.button, kind };
  const buttons = html`${(written.buttons ?? [own]).map(writeButton)}${cancel && html`<a class="btn q" href="${cancel}">${t.forms.cancel}</a>`}${written.beside}`;
  const file = fileIn(form);
  const bar = form.layout === 'bar' ? html` class="filters" role="search"` : '';
  return html`<form${attribute('id', written.id)}${bar}${written.isQuery ? '' : html` method="post"`} action="${written.action}"${file || takesPicture(form) ? html` enctype="multipart/form-data"` : ''}${file ? html` data-upload="${file.maxBytes}"` : ''}>${formId}
${written.above}${layOut(t, form, fields, buttons)}${written.below}${file ? progress(t, file.maxBytes) : ''}</form>`;
}

/** Fields under their legend, or beside it. */
function writeGroup(
  { id, layout }: Pick<Form, 'id' | 'layout'>,
  at: number,
  text: string | { title: string; text: string },
  fields: readonly Html[],
): Html {
  if (layout === 'panels') {
    return html`<div class="panel"><div class="pad">${fields}</div></div>`;
  }
  if (typeof text === 'string') return html`<fieldset><legend>${text}</legend>${fields}</fieldset>`;
  const heading = `${id}-section-${at}`;
  return html`<section class="sect" aria-labelledby="${heading}"><div><h2 id="${heading}">${text.title}</h2><p class="small muted">${text.text}</p></div><div>${fields}</div></section>`;
}

/** Some fields of a form; those of a row side by side. */
function writeFields<F extends Fields>(
  form: Form<F>,
  names: readonly string[],
  written: Written<F>,
): Html[] {
  const rows = (form.rows ?? []).map((row) => row.filter((name) => names.includes(name)));
  return names.flatMap((name) => {
    const row = rows.find((one) => one.some((other) => other === name));
    if (!row) return [writeField(form, name, written)];
    const isFirst = row[0] === name;
    return isFirst
      ? [html`<div class="pair field">${row.map((one) => writeField(form, one, written))}</div>`]
      : [];
  });
}

/** Whether a form sends pictures beside its other fields. */
export const takesPicture = ({ fields }: { fields: Fields }): boolean =>
  Object.values(fields).some(({ control }) => control.type === 'picture');

/** The file that a form sends. */
const fileIn = ({ fields }: { fields: Fields }): { maxBytes: number } | undefined =>
  Object.values(fields)
    .map(({ control }) => control)
    .find((control) => control.type === 'file');

/** Where the script shows how far the upload of a file is. */
function progress({ uploads }: Messages, maxBytes: number): Html {
  const { label, sending, reading, stopped } = uploads.progress;
  const tooLarge = uploads.tooLarge({ megabytes: Math.floor(maxBytes / 1_048_576) });
  return html`<div class="progress" data-too-large="${tooLarge}" data-sending="${sending}" data-reading="${reading}" data-stopped="${stopped}" hidden><p class="small" role="status"></p><progress max="100" aria-label="${label}"></progress></div>`;
}

const writeButton = ({ label, kind = '', className, post, to, value, ...it }: FormButton): Html =>
  html`<button class="${className ?? `btn ${kind}`}"${attribute('title', it.title)}${attribute('aria-pressed', it.isPressed === undefined ? undefined : String(it.isPressed))}${attribute('name', value?.[0])}${attribute('value', value?.[1])}${post === undefined ? '' : html` formmethod="post" formaction="${post}"`}${attribute('formaction', to)}>${label}</button>`;

/** The fields above their buttons, or in one row with them. */
function layOut(
  t: Messages,
  form: Pick<Form, 'fields' | 'layout'>,
  fields: readonly Html[],
  buttons: Html,
): Html {
  if (form.layout === 'bar') return html`${fields}${buttons}`;
  if (form.layout === 'panels') return html`${fields}`;
  if (form.layout === 'sections') {
    const { changed, unchanged } = t.forms;
    return html`${fields}<div class="dock"><p role="status" data-changed="${changed}" data-unchanged="${unchanged}">${unchanged}</p><p class="row">${buttons}</p></div>`;
  }
  if (form.layout === 'inline') return html`<div class="row end">${fields}${buttons}</div>`;
  const isButton = Object.values(form.fields).every(({ control }) => control.type === 'hidden');
  return isButton ? html`${fields}${buttons}` : html`${fields}<p class="row field">${buttons}</p>`;
}

function writeField<F extends Fields>(form: Form<F>, name: string, written: Written<F>): Html {
  const kind = form.fields[name] as Kind | Lines;
  const own = name as SeenField<F>;
  const value: unknown = written.values?.[name];
  const text = written.fields?.[own] ?? form.texts(written.t).fields[own];
  return isLines(kind)
    ? writeLines(form, kind, {
        ...written,
        text: text as LinesText,
        before: (value ?? []) as Line[],
      })
    : writeInput(form, { kind, name, part: name, text: text as FieldText, value }, written);
}

type Line = Readonly<Record<string, unknown>>;

/** Lines as they are on record or as they were sent, and some that are empty. */
function writeLines<F extends Fields>(
  form: Form<F>,
  { parts, least, most, spare }: Lines,
  written: Written<F> & { text: LinesText; before: readonly Line[] },
): Html {
  const { text, before, refusal } = written;
  const names = Object.keys(parts);
  const isFilled = (at: number) =>
    before[at] !== undefined || names.some((part) => refusal?.values[nameInLine(part, at)]);
  const filled = Array.from({ length: most }, (_, at) => at).findLastIndex(isFilled) + 1;
  const length = Math.min(most, Math.max(least, filled + spare));
  const rows = Array.from({ length }, (_, at) => {
    const texts = text.line(at);
    const line = at < length - spare ? at : 0;
    const inputs = Object.entries(parts).map(([part, kind]) => {
      const input = { kind, part, name: nameInLine(part, at), text: texts[part] ?? '' };
      return writeInput(form, { ...input, value: before[at]?.[part], line }, written);
    });
    return inputs.length === 1
      ? html`${inputs}`
      : html`<div class="field pair line">${inputs}</div>`;
  });
  if (text.label === undefined) return html`${rows}`;
  const hintId = `${form.id}-${names.join('-')}-hint`;
  return html`<fieldset class="field"${attribute('aria-describedby', text.hint && hintId)}><legend>${text.label}</legend>${text.hint && html`<p class="hint" id="${hintId}">${text.hint}</p>`}
${rows}</fieldset>`;
}

/** What somebody fills in, or what is sent unseen. */
type Input = {
  kind: Kind;
  /** Its name as it is sent. */
  name: string;
  /** Its name among the fields of the form, or of its line. */
  part: string;
  text: FieldText | undefined;
  /** What is on record; undefined where nothing is. */
  value: unknown;
  /** How many lines before it offer the same; 0 in an empty line at the end. */
  line?: number;
};

/** So many values the lines of a form offer to pick from. Those after them offer what they hold: a page of all would take megabytes. */
const MAX_OFFERED = 5_000;

function writeInput<F extends Fields>(
  form: Form<F>,
  { kind, name, part, text = '', value: onRecord, line = 0 }: Input,
  written: Written<F>,
): Html {
  if (kind.control.type === 'hidden')
    return writeHidden({ kind, name, value: onRecord }, written.refusal);
  const before = onRecord === undefined ? '' : kind.toText(onRecord);
  const seen = written.isChange ? hiddenField(SEEN + name, before) : '';
  // What somebody else has changed meanwhile is shown to whoever left the field alone.
  const sent = written.refusal?.values;
  const isLeft = written.isChange && sent && sent[name]?.trim() === sent[SEEN + name];
  const value = isLeft ? before : (sent?.[name] ?? before);
  const {
    label,
    hint,
    options = {},
  } = typeof text === 'string' || isHtml(text) ? { label: text } : text;
  const choices: Choices = written.options?.[part as SeenField<F>] ?? Object.entries(options);
  const offersAll = line * choices.length < MAX_OFFERED;
  const field = {
    ...{ id: idOf(form, name), name, kind, value, label, hint },
    choices: offersAll ? choices : choices.filter(([one]) => one === '' || one === value),
    error: written.refusal?.fields[name],
    chosen: chosenIn(written.refusal, name, onRecord),
    isFocused: written.focus === name,
  };
  return html`${seen}${form.layout === 'bar' ? writeBare(field) : writeControl(field)}`;
}

/** Of several values those that are chosen: after a refusal those that were. */
const chosenIn = (
  refusal: Refusal | undefined,
  name: string,
  onRecord: unknown,
): readonly string[] | undefined =>
  refusal ? (refusal.chosen[name] ?? []) : Array.isArray(onRecord) ? onRecord : undefined;

/** What the page says stands in it also after a refusal: a page may have the same form of each of its rows. */
function writeHidden(
  { kind, name, value }: Pick<Input, 'kind' | 'name' | 'value'>,
  refusal: Refusal | undefined,
): Html {
  if (Array.isArray(value)) return html`${value.map((text) => hiddenField(name, text))}`;
  const sent = refusal?.values[name] ?? '';
  return hiddenField(name, value === undefined ? sent : kind.toText(value));
}
