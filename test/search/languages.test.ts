import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openDesk } from '../support/help-desk.ts';

interface Shop {
  readonly code: string;
  readonly policy: string;
  /** The section that each question finds first. */
  readonly finds: Readonly<Record<string, string>>;
}

const SHOPS: Readonly<Record<string, Shop>> = {
  German: {
    code: 'de',
    policy: `# Laden

## Rücksendungen

Waren können innerhalb von 30 Tagen zurückgesendet werden. Die Gebühr trägt der Kunde.

## Öffnungszeiten

Wir haben montags bis samstags von 9 bis 18 Uhr geöffnet.

## Versand

Wir verschicken Pakete in zwei Werktagen.
`,
    finds: {
      'Ist eine Rücksendung möglich?': 'Rücksendungen',
      'welche gebuhren fallen an': 'Rücksendungen',
      offnungszeit: 'Öffnungszeiten',
      'Wann kommt mein Paket?': 'Versand',
    },
  },
  French: {
    code: 'fr',
    policy: `# Boutique

## L’échange

Vous pouvez échanger un article pendant trente jours. L'article doit être neuf.

## Livraison

Nous livrons les colis en deux jours ouvrables. Les frais de l'expédition sont offerts.

## Horaires

Nous sommes ouverts de 9h à 18h tous les jours.
`,
    finds: {
      'J’ai besoin d’échanges': 'L’échange',
      "combien coute l'expedition": 'Livraison',
      "l'article echange": 'L’échange',
      'l’expédition d’un colis': 'Livraison',
    },
  },
  Vietnamese: {
    code: 'vi',
    policy: `# Cửa hàng

## Hoàn tiền

Chúng tôi hoàn tiền trong vòng ba ngày làm việc.

## Giao hàng

Phí giao hàng là 15.000 đồng trong vòng 5 km.

## Giờ mở cửa

Quán mở cửa từ 7 giờ sáng đến 22 giờ.
`,
    finds: {
      'hoan tien mat bao lau': 'Hoàn tiền',
      'PHI GIAO HANG': 'Giao hàng',
      'mấy giờ mở cửa?': 'Giờ mở cửa',
      'tôi muốn lấy lại tiền': 'Hoàn tiền',
    },
  },
  Turkish: {
    code: 'tr',
    policy: `# Mağaza

## Hesap

Hesabınızı ayarlardan silebilirsiniz.

## Kargo

Siparişler iki gün içinde kargoya verilir.

## Değişim

Ürünler on dört gün içinde değiştirilebilir.
`,
    finds: {
      'HESABIMI nasıl silerim': 'Hesap',
      hesabiniz: 'Hesap',
      'siparisim ne zaman gelir': 'Kargo',
      'degisim yapiyor musunuz': 'Değişim',
    },
  },
  Greek: {
    code: 'el',
    policy: `# Κατάστημα

## Επιστροφές

Δεχόμαστε επιστροφές προϊόντων μέσα σε δεκατέσσερις ημέρες.

## Αποστολή

Η αποστολή κοστίζει τρία ευρώ και γίνεται με κούριερ.

## Ωράριο

Είμαστε ανοιχτά κάθε μέρα από τις εννέα.
`,
    finds: {
      'επιστροφη προϊοντος': 'Επιστροφές',
      ΑΠΟΣΤΟΛΗ: 'Αποστολή',
      'πόσο κοστίζουν οι αποστολές;': 'Αποστολή',
    },
  },
  Spanish: {
    code: 'es',
    policy: `# Tienda

## Devolución

Aceptamos la devolución en treinta días.

## Envío

El envío cuesta tres euros.

## Horario

Abrimos todos los días a las nueve.
`,
    finds: { '¿Aceptan devoluciones?': 'Devolución', 'cuanto cuesta el envio': 'Envío' },
  },
  Chinese: {
    code: 'zh',
    policy: `# 商店

## 退款

我们在三个工作日内退款到原支付方式。

## 配送

五公里内配送费为十元。

## 营业时间

每天早上九点到晚上十点营业。
`,
    finds: { 请问怎么申请退款: '退款', 配送费多少钱: '配送', 几点营业: '营业时间' },
  },
  Thai: {
    code: 'th',
    policy: `# ร้านค้า

## การคืนเงิน

เราคืนเงินภายในสามวันทำการ

## การจัดส่ง

ค่าจัดส่งสิบห้าบาทภายในห้ากิโลเมตร

## เวลาเปิดทำการ

ร้านเปิดทุกวันตั้งแต่เก้าโมงเช้า
`,
    finds: { ขอคืนเงินได้ไหม: 'การคืนเงิน', ค่าจัดส่งเท่าไหร่: 'การจัดส่ง', ร้านเปิดกี่โมง: 'เวลาเปิดทำการ' },
  },
};

describe('a policy in the language of its customers', () => {
  for (const [language, { code, policy, finds }] of Object.entries(SHOPS)) {
    it(`is found in ${language}, inflected and without accents`, async () => {
      const desk = await openDesk({ 'policy.md': policy });
      assert.deepEqual(desk.store.index.statistics().languages, [code]);
      for (const [question, title] of Object.entries(finds)) {
        assert.equal(desk.search(question).hits[0]?.passage.title, title, question);
      }
      desk.close();
    });
  }

  it('is found in Spanish by a word whose ending is cut only with its accent', async () => {
    const desk = await openDesk({ 'policy.md': SHOPS['Spanish']?.policy ?? '' });
    assert.equal(desk.search('devolucion').hits[0]?.passage.title, 'Devolución');
    desk.close();
  });

  it('is found in a policy that leaves the accents out by one who writes them', async () => {
    const desk = await openDesk({
      'policy.md':
        '---\nlang: de\n---\n# Laden\n\n## Ruckgabe\n\nRuckgabe in drei Tagen.\n\n## Zahlung\n\nNur bar.\n',
    });
    const [top] = desk.search('Rückgabe').hits;
    assert.equal(top?.passage.title, 'Ruckgabe');
    assert.ok(top.score > 0);
    desk.close();
  });

  it('keeps its language beside a policy in another', async () => {
    const german = SHOPS['German']?.policy ?? '';
    const french = SHOPS['French']?.policy ?? '';
    const desk = await openDesk({ 'de.md': german, 'fr.md': french });
    assert.deepEqual(desk.store.index.statistics().languages, ['de', 'fr']);
    assert.equal(desk.search("l'echange").hits[0]?.passage.language, 'fr');
    assert.equal(desk.search('Rücksendung').hits[0]?.passage.language, 'de');
    desk.close();
  });
});

describe('a Vietnamese customer of an English policy', () => {
  const POLICY = `# Cafe

## Refunds

A refund reaches you within three working days.

## Delivery fee

We deliver within 5 km and charge 15,000 dong for it.

## Gift vouchers

A voucher is valid for six months and does not expire earlier.
`;

  it('may ask in Vietnamese, with or without accents, or half in English', async () => {
    const desk = await openDesk({ 'cafe.md': POLICY });
    for (const [question, title] of Object.entries({
      'shop có refund không bạn': 'Refunds',
      'em muốn hoàn tiền': 'Refunds',
      'hoan tien the nao': 'Refunds',
      'voucher hết hạn chưa ạ': 'Gift vouchers',
      'phí ship bao nhiêu': 'Delivery fee',
      'ship 5km mất 15k hả shop': 'Delivery fee',
    })) {
      assert.equal(desk.search(question).hits[0]?.passage.title, title, question);
    }
    desk.close();
  });
});
