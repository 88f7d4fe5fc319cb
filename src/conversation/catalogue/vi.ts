import type { Texts } from './texts.ts';

export const vietnamese: Texts = {
  language: 'vi',
  greeting: (business) =>
    `Xin chào! Mình là trợ lý tự động của ${business}: mình là bot, không phải người thật. Bạn cứ hỏi về quy định và dịch vụ bằng lời của bạn. Mình chỉ trả lời theo chính sách đã viết và nêu tên mục để bạn kiểm tra.`,
  help: (business) =>
    `Bạn chỉ cần nhắn câu hỏi, ví dụ “Hoàn tiền mất bao lâu?”. Mình trả lời theo chính sách của ${business} và nêu tên mục. Bấm nút tên mục để đọc toàn văn.\n\n/start – lời chào\n/privacy – dữ liệu được lưu\n/id – mã Telegram của bạn`,
  privacy: (business) =>
    `Mình lưu câu hỏi của bạn, câu trả lời của mình và thời gian, để nhân viên ${business} kiểm tra câu trả lời có đúng không. Họ thấy một tên ngẫu nhiên thay cho tên Telegram của bạn. Để soạn câu trả lời, câu hỏi có thể được gửi đến một nhà cung cấp AI (Anthropic), cũng không kèm tên bạn. Xin đừng ghi thông tin cá nhân trong câu hỏi.`,
  reach: (contact) =>
    contact === null ? 'Nếu cần gặp người thật, bạn hãy hỏi nhân viên nhé.' : `Để gặp người thật: ${contact}`,
  tryOtherWords: 'Bạn có thể thử hỏi bằng từ khác.',
  notInPolicies: 'Mình không tìm thấy câu trả lời trong chính sách, và mình không muốn đoán.',
  noPolicies: 'Hiện mình chưa có chính sách nào để trả lời.',
  noWords: 'Bạn hãy viết câu hỏi bằng chữ để mình tra cứu nhé.',
  somethingFailed: 'Bên mình đang gặp trục trặc nên chưa trả lời được câu này.',
  setAside: 'Mình không xử lý được tin nhắn này. Bạn hãy thử viết lại bằng từ khác nhé.',
  onlyText: 'Mình chỉ đọc được chữ. Bạn hãy gõ câu hỏi để mình tra cứu nhé.',
  sectionGone: 'Mục này không còn nữa. Bạn hãy hỏi lại nhé.',
  sources: (names) => `Nguồn: ${names.join(' · ')}`,
  ids: (userId, chatId) => `Mã của bạn: ${userId}\nMã cuộc trò chuyện này: ${chatId}`,
  commands: {
    start: 'Lời chào',
    help: 'Cách hỏi',
    privacy: 'Dữ liệu được lưu',
    id: 'Mã Telegram của bạn',
  },
};
