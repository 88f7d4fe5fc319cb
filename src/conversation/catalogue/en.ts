import type { Texts } from './texts.ts';

export const english: Texts = {
  language: 'en',
  greeting: (business) =>
    `Hello! I am the automatic assistant of ${business}: a bot, not a person. Ask me anything about our rules and services in your own words. I answer only from our written policies and name the section, so that you can check.`,
  help: (business) =>
    `Just write your question, for example “How long does a refund take?”. I answer from the policies of ${business} and name the section. Tap a section's button to read it in full.\n\n/start – greeting\n/privacy – what is stored\n/mydata – what is stored of this chat\n/forget – delete it\n/id – your Telegram id`,
  privacy: (business) =>
    `I store your question, my answer and the time, so that the staff of ${business} can check whether the answer was right. They see a random name instead of your Telegram name. To find words for an answer, your question may be sent to an AI provider (Anthropic), also without your name. Please leave personal data out of your questions. /mydata shows what is stored of this chat, /forget deletes it.`,
  reach: (contact) =>
    contact === null ? 'If you need a person, please ask our staff.' : `To reach a person: ${contact}`,
  tryOtherWords: 'You can try it in other words.',
  notInPolicies: (lookedFor) =>
    lookedFor.length === 0
      ? 'I could not find an answer to that in our policies, and I do not want to guess.'
      : `I looked for ${lookedFor.map((word) => `“${word}”`).join(', ')} and could not find an answer in our policies, and I do not want to guess.`,
  closestTopics: (names) =>
    `The closest ${names.length === 1 ? 'topic' : 'topics'} I have: ${names.join(' · ')}`,
  partMissing: (part) =>
    part === null
      ? 'Our policies do not answer the rest of your question.'
      : `To “${part}” I could not find an answer in our policies.`,
  needsPerson: 'This is something for a member of our staff.',
  aboutMyOrder:
    'This depends on your own order, payment or account, and I cannot see those. Our staff can look it up for you.',
  unclear: 'I am not sure what you mean. Could you ask it in a full sentence?',
  onlyReads: (languages) =>
    `I could not find an answer. Our policies are in ${new Intl.ListFormat('en').format(languages)}, and at the moment I can look things up in no other language. Please ask in ${languages.length === 1 ? 'that language' : 'one of these'} if you can.`,
  greetBack: 'Hello! What would you like to know about our rules and services?',
  thanksBack: 'You are welcome! If anything else comes up, just ask.',
  smallTalk: 'I am here for questions about our rules and services. What would you like to know?',
  updatedAnswer: 'You changed your question, so here is a new answer:',
  answeredNow: (question) => `You asked: “${question}”. Our policies answer this now:`,
  answeredLate: 'Sorry that this comes late: I was offline for a while.',
  answeredByPerson: (business) => `${business}, answered by a person:`,
  limitOfHour:
    'You have asked many questions in the last hour. Until later I answer with quotations from our policies only.',
  limitOfDay:
    'You have asked many questions today. Until tomorrow I answer with quotations from our policies only.',
  overBudget: 'For the rest of today I answer with quotations from our policies only.',
  noPolicies: 'I have no policies to answer from at the moment.',
  noWords: 'Please write your question in words, then I can look it up.',
  somethingFailed: 'Something went wrong on our side, so I cannot answer this right now.',
  setAside:
    'I could not handle your message. A colleague will look into it; you can also try again in other words.',
  maybeMissed:
    'There was a disturbance while I was answering. If no answer reached you, please send your question again.',
  onlyText: 'I can only read text. Please type your question, then I will look it up.',
  unknownCommand: 'I do not know what to do with this command. Just type your question, or see /help.',
  groupHelp: (username) =>
    `I answer questions about our rules and services. In this group, write ${username} and your question, use /ask, or reply to one of my messages.`,
  onlyPrivate: 'Please write me this in a private chat, where only you can read the reply.',
  anonymousAdmin:
    'You are writing in the name of the group, so I cannot tell who you are. Please turn off “Remain anonymous” in your admin rights and send it again.',
  sectionGone: 'This section is not available any more. Please ask again.',
  suggestions: 'Some topics to begin with:',
  feedback: {
    helped: '👍 That helped',
    notHelped: '👎 That did not help',
    thanks: 'Thank you!',
    askWhy: 'Thank you. If you like, tell us why.',
    reasons: {
      wrong: 'It is wrong',
      unclear: 'It is unclear',
      not_my_question: 'It is not what I asked',
      wants_person: 'I want a person',
    },
    gone: 'This answer is not stored any more.',
  },
  ownData: (data) =>
    data === null
      ? 'Nothing of this chat is stored.'
      : [
          `Stored of this chat: ${data.questions === 1 ? '1 question with my answer' : `${data.questions} questions with my answers`}, ${data.firstDay === data.lastDay ? `of ${data.firstDay}` : `from ${data.firstDay} to ${data.lastDay}`}${data.feedback === 0 ? '' : `, and what you said of ${data.feedback} of them`}.`,
          `The latest ${data.recent.length === 1 ? 'question' : 'questions'}:\n${data.recent.map((question) => `– ${question}`).join('\n')}`,
          'Staff see them under a random name. /forget deletes all of it.',
        ].join('\n\n'),
  forget: {
    confirm:
      'Shall I delete everything that is stored of this chat: your questions, my answers and what you said of them? This cannot be undone.',
    button: 'Yes, delete everything',
    done: 'Done. Everything that was stored of this chat is deleted. The messages in Telegram itself you can delete yourself.',
  },
  sources: (names) => `${names.length === 1 ? 'Source' : 'Sources'}: ${names.join(' · ')}`,
  ids: (userId, chatId) => `Your id: ${userId}\nThis chat's id: ${chatId}`,
  commands: {
    start: 'Greeting',
    help: 'How to ask',
    privacy: 'What is stored',
    mydata: 'What is stored of this chat',
    forget: 'Delete what is stored of this chat',
    id: 'Your Telegram id',
  },
  groupCommands: {
    ask: 'Ask a question',
    help: 'How to ask',
  },
};
