import assert from 'node:assert/strict'
import { runCommand } from '#tests/support/run-command.ts'

/** Does the work of an operator before the first start on PostgreSQL: migrations, and the first admin, whose name is `root`. */
export async function prepareDatabases(
  environment: Record<string, string>,
  password: string,
  command?: string,
): Promise<void> {
  const root = ['--username', 'root', '--email', 'root@example.com', '--role', 'admin']
  for (const args of [['migrate'], ['users', 'create', ...root, '--password-stdin']]) {
    const { code, err } = await runCommand(args, environment, ({ stdin }) => stdin.end(password), command)
    assert.equal(code, 0, err)
  }
}
