local validate = 'http://127.0.0.1:8090/auth/validate'
local facts = {
  'x-auth-user-id', 'x-auth-username', 'x-auth-role', 'x-auth-session-id',
  'x-auth-authenticated-at', 'x-auth-acr', 'x-auth-amr',
}

core.register_action('latchkey', { 'http-req' }, function(txn)
  local sent = txn.http:req_get_headers()['authorization']
  local headers = {}
  if sent then headers['authorization'] = { sent[0] } end
  local answer = core.httpclient():get({ url = validate, headers = headers, timeout = 2000 })
  if answer.status == 200 then
    for _, name in ipairs(facts) do
      if answer.headers[name] then txn.http:req_set_header(name, answer.headers[name][0]) end
    end
    return
  end
  local reply = txn:reply({ status = answer.status == 401 and 401 or 503 })
  for _, name in ipairs({ 'content-type', 'www-authenticate', 'retry-after' }) do
    local values = answer.headers and answer.headers[name]
    if values then reply:add_header(name, values[0]) end
  end
  reply:set_body(answer.body or '')
  txn:done(reply)
end)
