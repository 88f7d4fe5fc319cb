/**
 * Questions that the sample policies do not answer, each row one subject in the words of several customers: what
 * grouping by likeness is measured on. Two languages may share a group where they share a word (wifi, VAT).
 */
export const PARAPHRASES: readonly { readonly subject: string; readonly questions: readonly string[] }[] = [
  {
    subject: 'shipping abroad',
    questions: [
      'Do you ship to Germany?',
      'can you send coffee to germany',
      'Is shipping to Germany possible?',
      'How much is shipping to Germany?',
    ],
  },
  {
    subject: 'parking',
    questions: [
      'Is there parking at your place?',
      'Where can I park my car?',
      'do u have parking for cars',
      'car parking available?',
    ],
  },
  {
    subject: 'wifi',
    questions: [
      'Is there wifi?',
      "what's the wifi password",
      'Do you have free WiFi',
      'is the wi-fi fast enough for video calls',
    ],
  },
  {
    subject: 'dogs',
    questions: [
      'Can I bring my dog?',
      'are dogs allowed',
      'Is your cafe dog friendly?',
      'may my dog come inside',
    ],
  },
  {
    subject: 'oat milk',
    questions: [
      'Do you have oat milk?',
      'is oat milk available for lattes',
      'Can I get my coffee with oat milk?',
    ],
  },
  {
    subject: 'jobs',
    questions: [
      'Are you hiring baristas?',
      'I want to apply for a barista job',
      'do you have a barista job for students',
    ],
  },
  {
    subject: 'student discount',
    questions: [
      'Do you give a student discount?',
      'any discount for students',
      'Is there a discount if I show my student card?',
    ],
  },
  {
    subject: 'tables',
    questions: [
      'Can I reserve a table for six?',
      'I would like to book a table tonight',
      'do you take table reservations',
    ],
  },
  { subject: 'halal', questions: ['Is your meat halal?', 'do you have halal food', 'halal options?'] },
  {
    subject: 'VAT',
    questions: [
      'Do you issue VAT invoices?',
      'I need a VAT invoice for my company',
      'can i get an invoice with vat',
    ],
  },
  {
    subject: 'parties',
    questions: [
      'Do you rent the upstairs room for a birthday party?',
      'can we hold a birthday party at the cafe',
      'birthday party booking',
    ],
  },
  {
    subject: 'beans',
    questions: [
      'Do you sell coffee beans by the kilo?',
      'how much are coffee beans',
      'can I buy your beans to take home',
    ],
  },
  {
    subject: 'parking',
    questions: [
      'Quán có chỗ đậu xe không?',
      'Mình đậu xe ô tô ở đâu được?',
      'cho hỏi có chỗ đậu xe hơi không ạ',
    ],
  },
  {
    subject: 'wifi',
    questions: ['Quán có wifi không shop?', 'cho mình xin mật khẩu wifi', 'wifi của quán mạnh không ạ'],
  },
  {
    subject: 'dogs',
    questions: [
      'Mình mang chó vào quán được không?',
      'quán có cho chó vào không',
      'có được dắt chó theo không ạ',
    ],
  },
  {
    subject: 'jobs',
    questions: [
      'Quán có tuyển nhân viên không?',
      'mình muốn xin làm nhân viên pha chế',
      'bên mình đang tuyển nhân viên part time không',
    ],
  },
  {
    subject: 'VAT',
    questions: [
      'Shop có xuất hóa đơn VAT không?',
      'mình cần hóa đơn đỏ cho công ty',
      'cho em xin hóa đơn vat',
    ],
  },
  {
    subject: 'tables',
    questions: [
      'Có đặt bàn trước được không?',
      'mình muốn đặt bàn cho 6 người tối nay',
      'đặt bàn thế nào vậy shop',
    ],
  },
  {
    subject: 'smoking',
    questions: [
      'Quán có chỗ hút thuốc không?',
      'hút thuốc ở đâu được vậy',
      'bên trong có được hút thuốc lá không',
    ],
  },
  {
    subject: 'shipping abroad',
    questions: [
      'Có giao hàng ra nước ngoài không?',
      'ship đi nước ngoài bao nhiêu tiền',
      'gửi hàng sang nước ngoài được không shop',
    ],
  },
];
