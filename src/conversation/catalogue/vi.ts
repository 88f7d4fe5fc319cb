import type { Texts } from './texts.ts';

export const vietnamese: Texts = {
  language: 'vi',
  greeting: (business) =>
    `Xin chào! Mình là trợ lý tự động của ${business}: mình là bot, không phải người thật. Bạn cứ hỏi về quy định và dịch vụ bằng lời của bạn. Mình chỉ trả lời theo chính sách đã viết và nêu tên mục để bạn kiểm tra.`,
  help: (business) =>
    `Bạn chỉ cần nhắn câu hỏi, ví dụ “Hoàn tiền mất bao lâu?”. Mình trả lời theo chính sách của ${business} và nêu tên mục. Bấm nút tên mục để đọc toàn văn.\n\n/start – lời chào\n/privacy – dữ liệu được lưu\n/mydata – dữ liệu của cuộc trò chuyện này\n/forget – xóa dữ liệu đó\n/id – mã Telegram của bạn`,
  privacy: (business) =>
    `Mình lưu câu hỏi của bạn, câu trả lời của mình và thời gian, để nhân viên ${business} kiểm tra câu trả lời có đúng không. Họ thấy một tên ngẫu nhiên thay cho tên Telegram của bạn. Để soạn câu trả lời, câu hỏi có thể được gửi đến một nhà cung cấp AI (Anthropic), cũng không kèm tên bạn. Xin đừng ghi thông tin cá nhân trong câu hỏi. /mydata cho bạn xem dữ liệu của cuộc trò chuyện này, /forget xóa dữ liệu đó.`,
  reach: (contact) =>
    contact === null ? 'Nếu cần gặp người thật, bạn hãy hỏi nhân viên nhé.' : `Để gặp người thật: ${contact}`,
  tryOtherWords: 'Bạn có thể thử hỏi bằng từ khác.',
  notInPolicies: (lookedFor) =>
    lookedFor.length === 0
      ? 'Mình không tìm thấy câu trả lời trong chính sách, và mình không muốn đoán.'
      : `Mình đã tìm ${lookedFor.map((word) => `“${word}”`).join(', ')} nhưng không thấy câu trả lời trong chính sách, và mình không muốn đoán.`,
  closestTopics: (names) => `Những mục gần nhất mình có: ${names.join(' · ')}`,
  partMissing: (part) =>
    part === null
      ? 'Phần còn lại của câu hỏi không có trong chính sách.'
      : `Với câu “${part}” mình không tìm thấy câu trả lời trong chính sách.`,
  needsPerson: 'Việc này cần nhân viên của chúng mình hỗ trợ.',
  aboutMyOrder:
    'Việc này tùy vào đơn hàng, khoản thanh toán hoặc tài khoản của riêng bạn, mà mình không xem được. Nhân viên có thể tra giúp bạn.',
  unclear: 'Mình chưa hiểu rõ ý bạn. Bạn hỏi lại bằng một câu đầy đủ được không?',
  onlyReads: (languages) =>
    `Mình không tìm thấy câu trả lời. Chính sách được viết bằng ${new Intl.ListFormat('vi').format(languages.map(inSentence))}, và hiện mình chỉ tra cứu được bằng ngôn ngữ đó. Nếu được, bạn hãy hỏi bằng ngôn ngữ đó nhé.`,
  greetBack: 'Xin chào! Bạn muốn biết gì về quy định và dịch vụ của chúng mình?',
  thanksBack: 'Không có gì ạ! Cần gì thêm bạn cứ hỏi nhé.',
  smallTalk: 'Mình ở đây để trả lời về quy định và dịch vụ. Bạn muốn biết điều gì?',
  updatedAnswer: 'Bạn đã sửa câu hỏi, nên đây là câu trả lời mới:',
  answeredNow: (question) => `Bạn đã hỏi: “${question}”. Giờ chính sách của chúng mình đã có câu trả lời:`,
  answeredLate: 'Xin lỗi vì trả lời muộn: mình đã ngừng hoạt động một thời gian.',
  answeredByPerson: (business) => `${business}, nhân viên trả lời:`,
  limitOfHour:
    'Bạn đã hỏi nhiều câu trong một giờ qua. Trong lúc này mình chỉ trích nguyên văn từ chính sách.',
  limitOfDay: 'Hôm nay bạn đã hỏi nhiều câu. Đến ngày mai mình chỉ trích nguyên văn từ chính sách.',
  overBudget: 'Từ giờ đến hết hôm nay mình chỉ trích nguyên văn từ chính sách.',
  noPolicies: 'Hiện mình chưa có chính sách nào để trả lời.',
  noWords: 'Bạn hãy viết câu hỏi bằng chữ để mình tra cứu nhé.',
  somethingFailed: 'Bên mình đang gặp trục trặc nên chưa trả lời được câu này.',
  setAside:
    'Mình không xử lý được tin nhắn này. Đồng nghiệp của mình sẽ xem lại; bạn cũng có thể thử viết lại bằng từ khác nhé.',
  maybeMissed:
    'Có trục trặc trong lúc mình trả lời. Nếu bạn chưa nhận được câu trả lời, bạn gửi lại câu hỏi giúp mình nhé.',
  onlyText: 'Mình chỉ đọc được chữ. Bạn hãy gõ câu hỏi để mình tra cứu nhé.',
  unknownCommand: 'Mình không hiểu lệnh này. Bạn cứ gõ câu hỏi, hoặc xem /help nhé.',
  groupHelp: (username) =>
    `Mình trả lời về quy định và dịch vụ. Trong nhóm này, bạn hãy viết ${username} kèm câu hỏi, dùng /ask, hoặc trả lời một tin nhắn của mình.`,
  onlyPrivate: 'Bạn hãy nhắn riêng lệnh này cho mình, để chỉ mình bạn đọc được câu trả lời.',
  anonymousAdmin:
    'Bạn đang nhắn dưới tên nhóm nên mình không biết bạn là ai. Bạn hãy tắt “Ẩn danh” trong quyền quản trị rồi gửi lại nhé.',
  sectionGone: 'Mục này không còn nữa. Bạn hãy hỏi lại nhé.',
  suggestions: 'Một vài mục để bắt đầu:',
  feedback: {
    helped: '👍 Hữu ích',
    notHelped: '👎 Không hữu ích',
    thanks: 'Cảm ơn bạn!',
    askWhy: 'Cảm ơn bạn. Nếu được, hãy cho biết lý do nhé.',
    reasons: {
      wrong: 'Câu trả lời sai',
      unclear: 'Khó hiểu',
      not_my_question: 'Không đúng điều mình hỏi',
      wants_person: 'Mình muốn gặp người thật',
    },
    gone: 'Câu trả lời này không còn được lưu nữa.',
  },
  ownData: (data) =>
    data === null
      ? 'Không có dữ liệu nào của cuộc trò chuyện này được lưu.'
      : [
          `Dữ liệu của cuộc trò chuyện này: ${data.questions} câu hỏi kèm câu trả lời của mình, ${data.firstDay === data.lastDay ? `ngày ${data.firstDay}` : `từ ${data.firstDay} đến ${data.lastDay}`}${data.feedback === 0 ? '' : `, và ý kiến của bạn về ${data.feedback} câu trả lời`}.`,
          `Những câu hỏi mới nhất:\n${data.recent.map((question) => `– ${question}`).join('\n')}`,
          'Nhân viên thấy chúng dưới một tên ngẫu nhiên. /forget xóa tất cả.',
        ].join('\n\n'),
  forget: {
    confirm:
      'Bạn muốn xóa mọi dữ liệu của cuộc trò chuyện này: câu hỏi, câu trả lời và ý kiến của bạn? Xóa rồi không lấy lại được.',
    button: 'Vâng, xóa tất cả',
    done: 'Xong. Mọi dữ liệu của cuộc trò chuyện này đã được xóa. Tin nhắn trong Telegram thì bạn tự xóa nhé.',
  },
  sources: (names) => `Nguồn: ${names.join(' · ')}`,
  ids: (userId, chatId) => `Mã của bạn: ${userId}\nMã cuộc trò chuyện này: ${chatId}`,
  commands: {
    start: 'Lời chào',
    help: 'Cách hỏi',
    privacy: 'Dữ liệu được lưu',
    mydata: 'Dữ liệu của cuộc trò chuyện này',
    forget: 'Xóa dữ liệu của cuộc trò chuyện này',
    id: 'Mã Telegram của bạn',
  },
  groupCommands: {
    ask: 'Đặt câu hỏi',
    help: 'Cách hỏi',
  },
};

/** Languages are named with a capital only where they begin a sentence. */
function inSentence(language: string): string {
  return language.replace(/^Tiếng/u, 'tiếng');
}
