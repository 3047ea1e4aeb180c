import { Failure } from '#contract/declaration/failures.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getUserEndpoint, updateUserEndpoint } from '#contract/users.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { changedFieldsCard } from '../../view/changed-fields.ts'
import { linesField, problemBox, textField } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'
import { mergePatchBetween } from './merge-patch.ts'

/** The page that changes the name, the username, the address and the metadata of a user. Only the fields that differ are sent. */
export const editUserPage: ConsolePage = {
  name: 'edit-user',
  entry: 'users',
  show: async (visit) => {
    const { user, version } = await findUser(visit)
    const begun = wasIn(visit) ?? valuesOf(user)
    return form(visit, { user, version: visit.sent.version ?? version, begun, typed: typedIn(visit, begun) })
  },
  send: saveUser,
}

const fields = ['name', 'username', 'email', 'metadata'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>

async function findUser({ ask, sent }: Visit) {
  const { body: user, etag } = await ask(getUserEndpoint, { params: { id: sent.id ?? '' } })
  return { user, version: etag ?? '' }
}

const valuesOf = ({ name, username, email, metadata }: UserResource): Values => ({
  name: name ?? '',
  username,
  email,
  metadata: Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2),
})

/**
 * Returns the values with which the form began; undefined before the form is sent. The form holds them in hidden fields, so that
 * the page knows which fields were changed.
 */
const wasIn = ({ sent }: Visit): Values | undefined => {
  if (sent.version === undefined) return undefined
  const was = (name: Field) => normalized(sent[`was_${name}`] ?? '')
  return { name: was('name'), username: was('username'), email: was('email'), metadata: was('metadata') }
}

/**
 * Returns what was typed into the fields. A missing field counts as empty, because empty fields are lost when a sign-in leads back to the
 * form.
 */
function typedIn({ sent }: Visit, begun: Values): Values {
  if (sent.version === undefined) return begun
  const typed = (name: Field) => normalized(sent[name] ?? '').trim()
  return {
    name: typed('name'),
    username: typed('username'),
    email: typed('email'),
    metadata: typed('metadata'),
  }
}

/** Returns a text with LF at the end of each line, where a browser sends CR LF. */
const normalized = (text: string): string => text.replaceAll('\r\n', '\n')

async function saveUser(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { user, version } = await findUser(visit)
  const begun = wasIn(visit) ?? valuesOf(user)
  const typed = typedIn(visit, begun)
  const again = (problem: Problem, status = 400) => ({
    ...form(visit, { user, version: sent.version ?? version, begun, typed, problem }),
    status,
  })
  const body = patchOf(begun, typed)
  if (body === undefined)
    return again({
      text: texts.editUser.badMetadata,
      faults: [{ pointer: '/metadata', text: texts.faults.invalid, inEnglish: undefined }],
    })
  if (Object.keys(body).length === 0) return again({ text: texts.editUser.nothing, faults: [] })
  try {
    await ask(updateUserEndpoint, { params: { id: user.id }, body, ifMatch: sent.version })
  } catch (error) {
    if (error instanceof Failure && error.code === 'precondition_failed')
      return { ...staleForm(visit, { user, version, begun, typed }), status: 409 }
    return again(problemOf(error, texts))
  }
  return { to: pageUrl('user', { id: user.id, done: 'edit' }) }
}

/** Returns the fields that differ from the values with which the form began; undefined when the metadata is no JSON object. */
function patchOf(begun: Values, typed: Values) {
  const differs = (name: Field) => typed[name] !== begun[name].trim()
  const [before, after] = [objectIn(begun.metadata), objectIn(typed.metadata)]
  if (differs('metadata') && (!before || !after)) return undefined
  return {
    ...(differs('name') ? { name: typed.name === '' ? null : typed.name } : {}),
    ...(differs('username') ? { username: typed.username } : {}),
    ...(differs('email') ? { email: typed.email } : {}),
    ...(differs('metadata') && before && after ? { metadata: mergePatchBetween(before, after) } : {}),
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    // The typed text is not JSON. The form says so.
    return undefined
  }
}

interface Form {
  user: UserResource
  /** The version (ETag) of the user to which the values belong. */
  version: string
  begun: Values
  typed: Values
  problem?: Problem | undefined
}

/**
 * Returns the form after a change by somebody else: typed fields keep what was typed, and every other field has its present
 * value.
 */
function staleForm(visit: Visit, { user, version, begun, typed }: Form) {
  const { editUser: text } = visit.texts
  const now = valuesOf(user)
  const isTyped = (name: Field) => typed[name] !== begun[name].trim()
  const kept = (name: Field) => (isTyped(name) ? typed[name] : now[name])
  const names = fields.filter((name) => begun[name] !== now[name])
  const table = changedFieldsCard(
    visit.texts,
    names.map((name) => ({
      label: labelOf(visit, name),
      before: begun[name],
      now: now[name],
      typed: isTyped(name) ? typed[name] : undefined,
    })),
  )
  const merged = {
    name: kept('name'),
    username: kept('username'),
    email: kept('email'),
    metadata: kept('metadata'),
  }
  const problem = { text: text.stale, faults: [] }
  return form(visit, { user, version, begun: now, typed: merged, problem }, table)
}

const labelOf = ({ texts: { users, userPage, editUser } }: Visit, name: Field): string =>
  ({ name: users.name, username: userPage.username, email: userPage.email, metadata: editUser.metadata })[
    name
  ]

function form(visit: Visit, { user, version, begun, typed, problem }: Form, changed?: Html) {
  const { texts } = visit
  const { editUser: text } = texts
  const field = (name: 'name' | 'username' | 'email', maxLength: number, hint?: string) =>
    textField({
      name,
      label: labelOf(visit, name),
      value: typed[name],
      maxLength,
      problem,
      ...(hint === undefined ? {} : { hint }),
    })
  const was = fields.map((name) => [`was_${name}`, begun[name]])
  return {
    title: `${text.title}: ${user.username}`,
    body: html`<h1>${text.title}: <bdi>${user.username}</bdi></h1>
${problemBox(problem)}
${changed}
<section class="card"><form method="post" action="edit-user">${hiddenFields({ id: user.id, version, ...Object.fromEntries(was) })}
${field('name', 200)}
${field('username', 64, text.usernameHint)}
${field('email', 254, text.emailHint)}
${linesField({ name: 'metadata', label: text.metadata, hint: text.metadataHint({ example: '{"plan": "free"}' }), value: typed.metadata, problem })}
<button class="button">${text.button}</button> <a href="${pageUrl('user', { id: user.id })}" class="button secondary">${texts.cancel}</a></form></section>`,
  }
}
