export type SqlValue = string | number | null

/** A database or a transaction: store functions take either. */
export interface Sql {
  /** Where the engines truly differ, and only there: migrations. */
  readonly engine: 'sqlite' | 'postgres'
  /** One statement with its values bound; prepared once for each place in the code. */
  query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  /** Several statements without values: migrations. */
  execute(script: string): Promise<void>
}

export interface Database extends Sql {
  /**
   * All of `work` or none of it; it has happened, durably, when the promise resolves. One statement that fails
   * fails it all. `work` awaits only statements: a network call, a hash or a timer in here would hold up other
   * writers. It may be run again from the start when it lost a race, so what it changes is in the database only.
   * What need only survive the end of the process, and not a power cut, does not wait for the disk.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: { survives: 'restart' }): Promise<T>
  /** How many look-ups were asked for, and in how many queries; absent where each is a query of its own. */
  lookUps?(): { asked: number; queries: number }
  /** Absent where rows change without this process being told. */
  changes?: Changes
  /** Once what is under way is done. */
  close(): Promise<void>
}

export interface Changes {
  /**
   * Tells of each row of a table that a commit has changed or removed, by its `id`, in the moment when readers begin to see it
   * and before anybody hears that it is done; without an id when it may be any of them.
   */
  watch(table: string, changed: (id?: string) => void): void
  /** Looks whether another process has committed, so that this is told too before anybody hears that it is done. */
  noticeOthers(): void
}
