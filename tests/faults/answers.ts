import type { Operation, Person } from './people.ts'
import { stringsIn, traceLines } from './trace.ts'

export interface Answer {
  operation: Operation
  person: Person
}

export interface FoundAnswers {
  /** The number of lines of the whole recorded trace of system calls. */
  lines: number
  /** The replies to clients, by the line of the trace at which a service began to write them. */
  answers: Map<number, Answer[]>
}

const hex = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')
const success = hex('HTTP/1.1 2')

export async function findAnswers(trace: string, people: readonly Person[]): Promise<FoundAnswers> {
  const lineOf = new Map<string, number>()
  let lines = 0
  for await (const { line, text } of traceLines(trace)) {
    lines = line
    if (!text.includes(success)) continue
    const reply = Buffer.concat(stringsIn(text)).toString('latin1')
    // A reply between the services carries the same request id and is written earlier, so that the last line
    // with an id is the reply to the client.
    for (const [, id = ''] of reply.matchAll(/^x-request-id: (\S+)/gim)) lineOf.set(id, line)
  }
  const answers = people.flatMap((person) => person.operations.map((operation) => ({ operation, person })))
  return {
    lines,
    answers: Map.groupBy(answers, ({ operation: { requestId } }) => {
      const line = lineOf.get(requestId)
      if (line === undefined) throw new Error(`The trace has no answer to ${requestId}.`)
      return line
    }),
  }
}
