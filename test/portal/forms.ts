/** A form of a page: where it goes, and what it sends as it is. */
export type ShownForm = { action: string; fields: (readonly [name: string, value: string])[] };

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** What a field holds: of a choice what is chosen, else the first one. */
function heldBy(field: string): string {
  if (!field.startsWith('<select')) return attributeOf(field, 'value') ?? '';
  const options = field.match(/<option[^>]*>/g) ?? [];
  return (
    attributeOf(options.find((one) => / selected/.test(one)) ?? options[0] ?? '', 'value') ?? ''
  );
}

/** The forms of a page that change something. */
export const formsOf = (text: string): ShownForm[] =>
  [...text.matchAll(/<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: attributeOf(form, 'action') ?? '',
    fields: [...form.matchAll(/<(?:input|textarea)[^>]*>|<select[\s\S]*?<\/select>/g)].flatMap(
      ([field]) => {
        const name = attributeOf(field, 'name');
        return name === undefined ? [] : [[name, heldBy(field)] as const];
      },
    ),
  }));
