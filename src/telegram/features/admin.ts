import { Composer } from 'grammy';
import type { Status } from '../../domain/status.ts';
import { PolicyError } from '../../errors.ts';
import type { ReindexReport } from '../../indexing/reindex.ts';
import { formatReindexReport } from '../../indexing/report.ts';
import { describeStatus } from '../../review/describe-status.ts';
import { paragraphBlocks } from '../format.ts';
import { addReply, type BotContext } from '../turn.ts';

export interface AdminParts {
  readonly adminIds: readonly number[];
  readonly reindex: () => Promise<ReindexReport>;
  readonly status: () => Promise<Status>;
}

/** What the admin can do; for everybody else these commands do not exist. */
export function createAdminCommands({ adminIds, reindex, status }: AdminParts): Composer<BotContext> {
  const commands = new Composer<BotContext>();
  const forAdmins = commands.filter((context) => adminIds.includes(context.from?.id ?? 0));

  forAdmins.command('reindex', async (context) => {
    addReply(context, paragraphBlocks(await describeReindex(reindex)));
  });
  forAdmins.command('status', async (context) => {
    addReply(context, paragraphBlocks(describeStatus(await status())));
  });
  return commands;
}

async function describeReindex(reindex: () => Promise<ReindexReport>): Promise<string> {
  try {
    return formatReindexReport(await reindex());
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    throw error;
  }
}
