package example;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/**
 * An app with Spring Security, set up as the reference does it: the client is in application.yml, and a
 * sign-out tells the provider.
 */
@SpringBootApplication
@RestController
public class App {
  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var toProvider = new OidcClientInitiatedLogoutSuccessHandler(clients);
    toProvider.setPostLogoutRedirectUri("{baseUrl}/");
    return http.authorizeHttpRequests(all -> all.requestMatchers("/").permitAll().anyRequest().authenticated())
        .oauth2Login(withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(toProvider))
        .build();
  }

  /** The same client with PKCE, which no property of application.yml turns on. */
  @Bean
  @ConditionalOnProperty("pkce")
  ClientRegistrationRepository clientsWithPkce(
      @Value("${ISSUER}") String issuer,
      @Value("${CLIENT_ID}") String id,
      @Value("${CLIENT_SECRET}") String secret) {
    return new InMemoryClientRegistrationRepository(
        ClientRegistrations.fromIssuerLocation(issuer)
            .registrationId("latchkey")
            .clientId(id)
            .clientSecret(secret)
            .scope("openid", "profile", "email")
            .clientSettings(ClientRegistration.ClientSettings.builder().requireProofKey(true).build())
            .build());
  }

  @GetMapping(path = "/", produces = "text/html")
  String home(@AuthenticationPrincipal OidcUser user, CsrfToken csrf) {
    if (user == null)
      return "<h1>Nobody is here</h1><a href='/oauth2/authorization/latchkey'>Sign in</a>";
    return """
        <h1>Hello %s</h1><p>%s</p>
        <form method="post" action="/logout"><input type="hidden" name="%s" value="%s"><button>Sign out</button></form>"""
        .formatted(
            HtmlUtils.htmlEscape(user.getFullName()),
            HtmlUtils.htmlEscape(user.getEmail()),
            csrf.getParameterName(),
            csrf.getToken());
  }
}
