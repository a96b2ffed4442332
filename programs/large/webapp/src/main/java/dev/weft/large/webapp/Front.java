package dev.weft.large.webapp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.annotation.Resource;
import javax.ejb.EJB;
import javax.enterprise.concurrent.ManagedExecutorService;
import javax.inject.Inject;
import javax.servlet.AsyncContext;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Answers with a number: asks beans, the container's executor, the session, and other threads. */
@WebServlet(urlPatterns = "/front", asyncSupported = true)
public class Front extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB
    private transient Shop shop;

    @EJB
    private transient Stock stock;

    @Inject
    private transient Basket basket;

    @Resource
    private transient ManagedExecutorService executor;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int kind = Integer.parseInt(request.getParameter("kind"));
        try {
            if (kind == 3) {
                AsyncContext context = request.startAsync();
                context.start(() -> answerLater(context));
                return;
            }
            response.getWriter().print(answer(request, kind));
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }

    private static void answerLater(AsyncContext context) {
        try {
            Thread.sleep(2);
            context.getResponse().getWriter().print(333);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            context.complete();
        }
    }

    private long answer(HttpServletRequest request, int kind) throws InterruptedException, ExecutionException {
        List<Future<Long>> prices = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int item = kind * 10 + i;
            basket.add(item);
            if (kind == 0) {
                prices.add(shop.later(item));
            } else if (kind == 1) {
                prices.add(executor.submit(() -> stock.take(item) + shop.price(item)));
            } else {
                request.getSession().setAttribute("item" + i, item);
            }
        }
        long sum = basket.sum() * 1000;
        for (Future<Long> price : prices) {
            sum += price.get();
        }
        for (int i = 0; i < 3 && kind == 2; i++) {
            sum += (Integer) request.getSession().getAttribute("item" + i) * 7L;
        }
        return sum;
    }
}
