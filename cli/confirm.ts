import { createInterface } from 'node:readline/promises'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * Asks a person at a terminal to type a word before a change that cannot be undone. Without a terminal nobody can be asked, so a
 * script must give `--yes`.
 * @throws {StartFault} when another word was typed, or nobody can be asked
 */
export async function confirm(
  question: string,
  { word, yes }: { word: string; yes: boolean },
): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) {
    throw new StartFault(['This needs a confirmation at a terminal, or --yes. Nothing was changed.'], {
      exitCode: 2,
    })
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal
    .question(`${question} Type ${word} to continue: `)
    .finally(() => terminal.close())
  if (typed.trim() !== word) throw new StartFault(['The words do not match. Nothing was changed.'])
}
