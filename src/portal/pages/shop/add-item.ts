import { html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { sentPicture } from '../../forms/sent-picture.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { newItemForm } from './item-form.ts';

const PATH = '/shop/add';

const add = formAction({
  path: PATH,
  roles: EDITORS,
  form: newItemForm,
  submit: async (call, { image, ...offer }) => {
    const { id, name, coin_price } = await call.change('addItem', {
      ...offer,
      image: sentPicture('image', image),
    });
    const { shop, counts } = call.t;
    return {
      to: call.href(`/shop/${id}`),
      done: shop.added({ item: strong(name), price: counts.coins(coin_price) }),
    };
  },
});

/** A new item for the shop. */
export const addItemPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [add],
  show: (call) => {
    const { t, href } = call;
    const shop = { href: href('/shop'), label: t.shop.title };
    const form = add.write(call, { values: { category: 'merch' }, cancel: shop.href });
    return {
      title: t.shop.add,
      current: '/shop',
      body: html`${pageHead({ title: t.shop.add, above: shop })}
${formPanel(form)}`,
    };
  },
});
